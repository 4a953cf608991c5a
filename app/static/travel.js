"use strict";
// From step to step without loading the page anew. Every step keeps its own address.

(() => {
  const nav = document.getElementById("travel");
  const shown = document.getElementById("shown");
  const slider = nav.querySelector(".slider");
  const where = nav.querySelector("[data-part=where]");
  const lost = nav.querySelector("[data-part=lost]");
  const title = document.title;
  const first = nav.dataset.step;
  const last = Number(nav.dataset.steps);
  const play = nav.querySelector("[data-part=play]");
  const playLabel = play.textContent;
  const REST = 60; // milliseconds
  // While it plays, a step stays as long as its words take to be read.
  const LOOKING = 1500, READING = 14, LONGEST = 4500;
  let step = Number(first);
  let fetching = null;
  let timer = 0;
  let playing = false;
  let next = 0;

  const targets = () => ({ first: 0, previous: step - 1, next: step + 1, last });
  const isAway = (target) => target >= 0 && target <= last && target !== step;

  function tell() {
    const said = nav.dataset.said.replace("{step}", step).replace("{steps}", last);
    where.textContent = said;
    slider.value = step;
    slider.setAttribute("aria-valuetext", said);
    document.title = title.replace(new RegExp(`${first}(?=\\D*$)`), step);
    for (const [name, target] of Object.entries(targets())) {
      const link = nav.querySelector(`[data-go=${name}]`);
      if (isAway(target)) link.href = `${nav.dataset.path}/${target}`;
      else link.removeAttribute("href");
    }
  }

  // A slider passes many steps: only where it rests is fetched.
  function showSoon(path) {
    clearTimeout(timer);
    fetching?.abort();
    timer = setTimeout(show, REST, path);
  }

  async function show(path) {
    fetching = new AbortController();
    try {
      const answer = await fetch(`${path}/part`, { signal: fetching.signal });
      if (!answer.ok) throw new Error(answer.statusText);
      const text = await answer.text();
      const isOpen = Boolean(shown.querySelector("details[open]"));
      const scrolled = shown.querySelector(".board").scrollLeft;
      shown.innerHTML = text;
      shown.querySelector("details").open = isOpen;
      shown.querySelector(".board").scrollLeft = scrolled;
      history.replaceState(null, "", path);
      lost.hidden = true;
      if (playing) playOn();
    } catch (error) {
      if (error.name === "AbortError") return;
      stop();
      lost.textContent = nav.dataset.lost;
      lost.hidden = false;
    }
  }

  // Whoever goes somewhere by hand wants to stay there.
  function go(target) {
    if (playing) stop();
    walk(target);
  }

  function walk(target) {
    if (!isAway(target)) return;
    const focused = document.activeElement?.dataset.go;
    step = target;
    tell();
    if (focused && document.activeElement === document.body) slider.focus();
    showSoon(`${nav.dataset.path}/${step}`);
  }

  function playOn() {
    clearTimeout(next);
    if (step >= last) return stop();
    const words = shown.querySelector(".sheet").textContent.trim().length;
    next = setTimeout(walk, Math.min(LONGEST, LOOKING + READING * words), step + 1);
  }

  function stop() {
    clearTimeout(next);
    playing = false;
    play.textContent = playLabel;
  }

  function start() {
    playing = true;
    play.textContent = play.dataset.pause;
    if (step >= last) walk(0);
    else playOn();
  }

  play.addEventListener("click", () => (playing ? stop() : start()));
  document.addEventListener("visibilitychange", () => document.hidden && stop());

  // Every link to a step: those of the bar, and those in the story.
  document.addEventListener("click", (event) => {
    const [, path, target] = event.target.closest("a")?.getAttribute("href")?.match(/^(.*)\/(\d+)$/) ?? [];
    if (path !== nav.dataset.path || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(Number(target));
  });

  slider.addEventListener("input", () => go(Number(slider.value)));

  const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
  const isTyping = (element) => element.closest("input, textarea, select, [contenteditable]");
  const isScrolling = (element) => element.closest(".board, pre") && element.scrollWidth > element.clientWidth;

  document.addEventListener("keydown", (event) => {
    const name = keys[event.key];
    const other = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!name || other || isTyping(event.target) || isScrolling(event.target)) return;
    event.preventDefault();
    go(targets()[name]);
  });

  slider.hidden = play.hidden = false;
  nav.querySelector("form").hidden = true;
  tell();
  if (new URLSearchParams(location.search).has("play") && last > 0) start();
})();
