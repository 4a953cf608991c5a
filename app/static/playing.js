"use strict";
// A match's page. All of it works without this, only slower.

(() => {
  // A plan that is being filled in is rehearsed at once.
  for (const plan of document.querySelectorAll("form[data-rehearse]")) {
    const told = plan.querySelector('[role="status"]');
    plan.addEventListener("change", async () => {
      try {
        const answer = await fetch(plan.dataset.rehearse, { method: "POST", body: new FormData(plan) });
        told.textContent = (await answer.json()).told;
      } catch {
        told.textContent = ""; // the button says what is wrong
      }
    });
  }
})();

// Playing on the board. The server says what can be tapped and what comes of it: no rule is known here.
// What is played is the text of the orders' form.

(() => {
  const dock = document.getElementById("compose");
  const form = document.getElementById("orders-form");
  if (!dock || !form) {
    return;
  }
  const words = dock.dataset;
  const field = form.elements.orders;
  const board = document.getElementById("board");
  const layer = document.getElementById("touch");
  const shapes = [...layer.querySelectorAll("[data-place]")];
  const part = (name) => dock.querySelector(`[data-part="${name}"]`);

  let seen = { actions: [], shown: [], taps: [], spots: [], sentences: [], left: "" }; // the server's last answer
  let at = ""; // the place that is looked at
  let from = ""; // the place from which somebody goes
  let who = ""; // and who it is
  const drafts = []; // all that was written, for undo and redo
  let now = -1;
  let typing = 0;
  let queue = Promise.resolve(); // one thing after the other, each with the answer to the one before

  const later = (work) => {
    queue = queue.then(work).catch((error) => {
      setTimeout(() => {
        throw error; // told where faults are told, and the next thing can be done all the same
      });
    });
  };

  // --- Asking the server ---

  // `rewrite`: the field gets the orders in the player's words.
  async function ask(orders, { look = false, rewrite = false } = {}) {
    const body = new FormData();
    for (const name of ["csrf", "turn", "base"]) {
      if (form.elements[name]) {
        body.set(name, form.elements[name].value);
      }
    }
    body.set("orders", orders);
    if (look) {
      body.set("look", "1");
    }
    let answer = {};
    try {
      answer = await (await fetch(words.door, { method: "POST", body })).json();
    } catch {
      answer.gone = words.lost;
    }
    part("gone").hidden = !answer.gone;
    part("gone").firstElementChild.textContent = answer.gone || "";
    if (!answer.gone) {
      seen = answer;
      if (rewrite && field.value === orders) {
        drafts[now] = field.value = seen.written;
      }
      board.innerHTML = seen.board; // escaped by the engine, and the page's policy runs no script in it
    }
    show();
  }

  function write(orders, rewrite = false) {
    field.value = orders;
    remember(orders);
    return ask(orders, { rewrite });
  }

  function remember(orders) {
    drafts.splice(now + 1, drafts.length, orders);
    now += 1;
  }

  function step(by) {
    if (drafts[now + by] !== undefined) {
      now += by;
      field.value = drafts[now];
      return ask(drafts[now], { rewrite: true });
    }
  }

  // --- Tapping ---

  const startsAt = (place) => seen.taps.some((tap) => tap.start === place);
  const tapsAt = (place) => seen.taps.filter((tap) => tap.at === place);
  const chosen = (taps) => taps.find((tap) => tap.who === who) || taps[0];
  const arrival = (place) => (from ? chosen(tapsAt(place).filter((tap) => tap.start === from)) : undefined);

  function play(tap) {
    const before = tap.instead ? seen.actions.slice(0, -1) : seen.actions;
    return write([...before, tap.orders].join("; "), true);
  }

  function touch(place) {
    const arriving = arrival(place);
    const quick = tapsAt(place).find((tap) => tap.quick);
    if (!arriving && !quick && at === place && (from === place || !startsAt(place))) {
      return letGo();
    }
    at = place;
    if (arriving || quick) {
      return play(arriving || quick);
    }
    from = place;
    show();
  }

  function letGo() {
    at = from = "";
    show();
  }

  // --- Showing ---

  function made(tag, text, more = {}) {
    return Object.assign(document.createElement(tag), { textContent: text, ...more });
  }

  // A button is the same button after an answer, for whoever has the focus on it, if its key is the same.
  function button(key, text, work, kind = "quiet small") {
    const made_ = made("button", text, { type: "button", className: kind });
    made_.dataset.key = key;
    made_.addEventListener("click", () => later(work));
    return made_;
  }

  const priced = (text, cost, pattern = `${text} · ${words.cost}`) => (cost ? pattern.replace("{n}", cost) : text);

  // The numbers in a tap's words may change with an answer, and with them what it says.
  const keyOf = (tap) => [tap.at, tap.start, tap.words.replace(/\d+/g, "")].join(" ");

  function tapButton(tap) {
    return button(keyOf(tap), priced(tap.words, tap.cost), () => {
      const same = seen.taps.filter((other) => keyOf(other) === keyOf(tap));
      const current = same.find((other) => other.words === tap.words) || same[0];
      return current && play(current);
    });
  }

  function folded(summary, inside) {
    const details = document.createElement("details");
    const list = made("div", "", { className: "deeds" });
    list.append(...inside);
    details.append(made("summary", summary), list);
    details.open = [...dock.querySelectorAll("details[open] > summary")].some((open) => open.textContent === summary);
    return details;
  }

  function shownPlace() {
    const spot = seen.spots.find(({ name }) => name === at);
    if (!spot) {
      return seen.taps.some((tap) => tap.at) ? [made("p", words.begin, { className: "soft" })] : [];
    }
    const here = tapsAt(at);
    const deeds = made("div", "", { className: "deeds" });
    const coming = here.filter((tap) => tap.start && (!from || from === at || tap.start === from));
    deeds.append(...shownTaps(here.filter((tap) => !tap.start)));
    if (from === at) {
      deeds.append(...whoGoes());
    } else if (from) {
      deeds.append(...coming.map(tapButton));
    }
    if (from !== at && startsAt(at)) {
      deeds.append(button("onward", words.onward, () => ((from = at), show())));
    }
    const more = coming.length && (!from || from === at) ? [folded(words.arrive, coming.map(tapButton))] : [];
    const idle = deeds.childElementCount || more.length ? [] : [made("p", words.idle, { className: "soft" })];
    return [made("h3", spot.words), deeds, ...more, ...idle];
  }

  function whoGoes() {
    const kinds = [...new Set(seen.taps.filter((tap) => tap.start === from).map((tap) => tap.who))];
    const going = kinds.includes(who) ? who : kinds[0];
    return kinds.length < 2 ? [] : kinds.map((kind) => {
      const choice = button(`who ${kind}`, kind, () => ((who = kind), show()));
      choice.setAttribute("aria-pressed", String(kind === going));
      return choice;
    });
  }

  function shownTaps(taps) {
    const groups = new Set(taps.filter((tap) => tap.group).map((tap) => tap.group));
    return [
      ...taps.filter((tap) => !tap.group).map(tapButton),
      ...[...groups].map((group) => folded(group, taps.filter((tap) => tap.group === group).map(tapButton))),
    ];
  }

  function shownSpot({ name, words: called }) {
    const item = document.createElement("li");
    const arriving = arrival(name);
    const text = arriving ? `${called}, ${priced("", arriving.cost, words.reach)}` : called;
    item.append(tapsAt(name).length || startsAt(name) ? button(`spot ${name}`, text, () => touch(name), "spot") : text);
    return item;
  }

  function light(shape) {
    const place = shape.dataset.place;
    const arriving = arrival(place);
    const can = !from && (startsAt(place) || tapsAt(place).some((tap) => !tap.start));
    const marks = [arriving && "to", can && "can", (place === at || place === from) && "chosen"];
    shape.setAttribute("class", marks.filter(Boolean).join(" "));
    shape.querySelector("text").textContent = arriving ? arriving.cost || "" : "";
  }

  function showProblem({ told, before, place, after }) {
    const typed = made("p", before, { className: "typed" });
    typed.append(made("mark", place || "⌃"), after);
    part("problem").replaceChildren(made("p", told), ...(before || place || after ? [typed] : []));
  }

  function show() {
    const focused = dock.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    from = [from, at].find(startsAt) || "";
    shapes.forEach(light);
    part("left").textContent = seen.left;
    part("said").textContent = seen.sentences.at(-1) || "";
    part("warning").hidden = !seen.warning;
    part("warning").textContent = seen.warning || "";
    part("problem").hidden = !seen.problem;
    showProblem(seen.problem || {});
    field.toggleAttribute("aria-invalid", Boolean(seen.problem));
    part("at").replaceChildren(...shownPlace());
    part("beside").replaceChildren(...shownTaps(seen.taps.filter((tap) => !tap.at)));
    part("hexes").querySelector("ul").replaceChildren(...seen.spots.map(shownSpot));
    part("orders").textContent = seen.shown.join("; ");
    part("undo").setAttribute("aria-disabled", String(now < 1));
    part("redo").setAttribute("aria-disabled", String(now > drafts.length - 2));
    part("submit").textContent = seen.stops === "wafer" ? words.reveal : words.submit;
    part("submit").disabled = "closed" in part("submit").dataset || Boolean(seen.problem) || !seen.actions.length;
    if (focused !== undefined && !dock.contains(document.activeElement)) {
      (dock.querySelector(`[data-key="${CSS.escape(focused)}"]`) || part("at")).focus();
    }
  }

  // --- From here on it listens ---

  layer.addEventListener("click", (event) => {
    const shape = event.target.closest("[data-place]");
    if (shape) {
      later(() => touch(shape.dataset.place));
    }
  });
  board.addEventListener("click", (event) => {
    const tile = event.target.closest("[data-tile]");
    if (tile) {
      later(() => (tapsAt(tile.dataset.tile).length ? touch(tile.dataset.tile) : letGo()));
    }
  });
  field.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => later(() => write(field.value)), 400);
  });
  dock.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      later(letGo);
    }
  });
  part("undo").addEventListener("click", () => later(() => step(-1)));
  part("redo").addEventListener("click", () => later(() => step(1)));
  part("zoom").addEventListener("click", ({ currentTarget }) => {
    const large = layer.parentElement.classList.toggle("large");
    currentTarget.setAttribute("aria-pressed", String(large));
  });

  addEventListener("pageshow", (event) => {
    if (event.persisted) {
      later(() => ask(field.value, { look: true })); // back from another page: perhaps time has gone on
    }
  });

  later(async () => {
    await ask(field.value, { look: true });
    seen.actions.forEach((_, n) => remember(seen.actions.slice(0, n).join("; ")));
    remember(field.value);
    layer.hidden = dock.hidden = false;
    form.classList.add("live");
    show();
    if (matchMedia("(max-width: 40rem)").matches && !location.hash && scrollY === 0) {
      board.scrollIntoView(); // a small screen has room for the board and what can be done, and no more
    }
  });
})();
