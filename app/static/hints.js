"use strict";
// One hint at a time: the next one comes with each action that is played, or by its button.

(() => {
  const box = document.getElementById("hints");
  const all = [...box.querySelectorAll("li")];
  const next = box.querySelector("[data-next]");
  const form = box.querySelector("form");
  const composed = document.querySelector('#compose [data-part="orders"]');
  const dock = document.getElementById("compose");
  const first = box.querySelector("ol").start;
  let at = 0;

  function show(number) {
    at = Math.min(number, all.length - 1);
    all.forEach((hint, n) => {
      hint.hidden = n !== at;
      hint.value = first + n; // those that are hidden do not count
    });
    next.hidden = at === all.length - 1;
  }

  // The last hint is for after the turn, so actions lead at most to the one before it.
  function follow() {
    const actions = composed.textContent.split(";").filter((action) => action.trim()).length;
    if (actions > at) {
      show(Math.min(actions, Math.max(at, all.length - 2)));
    }
  }

  next.addEventListener("click", () => show(at + 1));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const sent = fetch(form.action, { method: "POST", body: new FormData(form), keepalive: true });
    box.hidden = true;
    sent.catch(() => {}).then(() => box.remove());
  });
  if (composed) {
    new MutationObserver(follow).observe(composed, { childList: true, characterData: true, subtree: true });
  }
  if (dock && matchMedia("(max-width: 63.99rem)").matches) {
    dock.prepend(box); // it is always in sight there
  }
  show(0);
})();
