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

// An open page of a match asks twice a minute, in a few bytes, whether there is something new. It says so, and
// loads nothing by itself: somebody may be writing.

(() => {
  const line = document.getElementById("now");
  if (!line) {
    return;
  }
  const EVERY = 25_000;
  const LONGEST = 300_000;
  const known = line.dataset;
  const title = document.title;
  let pause = EVERY;
  let timer = 0;

  function show({ steps, turn, told }) {
    const isNew = steps !== Number(known.steps) || (turn && turn !== Number(known.turn));
    line.hidden = !isNew;
    if (isNew && line.firstElementChild.textContent !== told) {
      line.firstElementChild.textContent = told;
    }
    document.title = isNew ? `● ${told} ${title}` : title;
  }

  async function look() {
    clearTimeout(timer);
    try {
      const answer = await fetch(known.address); // the browser asks with the ETag that it has
      if (!answer.ok) {
        throw new Error(String(answer.status));
      }
      show(await answer.json());
      pause = EVERY;
    } catch {
      pause = Math.min(2 * pause, LONGEST); // no connection, or no session any more: less and less often
    }
    timer = setTimeout(look, pause);
  }

  // What has been on the screen for a moment was seen: the next page marks what is new since then.
  function tellSeen() {
    const body = new FormData();
    const token = document.querySelector('input[name="csrf"]');
    body.set("step", Number(known.steps) - 1);
    if (token) {
      body.set("csrf", token.value);
    }
    fetch(known.seen, { method: "POST", body, keepalive: true }).catch(() => {}); // then it is marked once more
  }

  setTimeout(tellSeen, 1_500);
  if (!known.address) {
    return; // the match is over: nothing will happen
  }
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) {
      look();
    }
  });
  timer = setTimeout(look, pause);
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
  const pictures = { board, beside: document.getElementById("beside"), below: document.getElementById("below") };
  const shapes = [...layer.querySelectorAll("[data-place]")];
  const part = (name) => dock.querySelector(`[data-part="${name}"]`);

  let seen = { actions: [], shown: [], taps: [], spots: [], sentences: [], left: "" }; // the server's last answer
  let at = ""; // the place that is looked at
  let from = ""; // the place from which somebody goes
  let who = ""; // and who it is
  let came = ""; // the place that the piece in hand has just come from
  let shown = words.shown; // the orders that the pictures show
  let variant = ""; // which of the pictures beside the board was chosen
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
    body.set("shown", shown);
    body.set("since", words.since);
    for (const [name, picture] of Object.entries(pictures)) {
      body.set(`drawn-${name}`, picture.dataset.drawn);
    }
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
      shown = orders;
      for (const [name, picture] of Object.entries(pictures)) {
        if (seen[name] !== undefined) {
          draw(picture, seen[name]);
        }
        picture.dataset.drawn = seen.drawn[name];
      }
    }
    show();
  }

  // What the server sends is escaped by the engine, and the page's policy runs no script in it.
  function draw(picture, drawing) {
    if (drawing.changes) {
      const root = picture.querySelector("svg");
      drawing.changes.reverse().forEach((change) => alter(root, change)); // from the end: the places stay right
    } else {
      picture.innerHTML = drawing;
      picture.hidden = drawing === "";
    }
  }

  function alter(root, { view, at, from: start, gone, svg }) {
    if (view) {
      root.setAttribute("viewBox", view);
      return;
    }
    const node = at.reduce((parent, n) => parent.children[n], root);
    const old = [...node.children].slice(start, start + gone);
    const next = node.children[start + gone] || null;
    const holder = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    holder.innerHTML = svg;
    [...holder.childNodes].forEach((fresh) => node.insertBefore(fresh, next));
    old.forEach((gone_) => gone_.remove());
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

  // A tap on a place: somebody goes there, and stays in the hand to go on. On the same place again, the next
  // one of those who are still there follows.
  function touch(place) {
    const following = came && at === place && from === place ? tapsAt(place).filter((tap) => tap.start === came) : [];
    const arriving = arrival(place) || (following.length ? chosen(following) : undefined);
    const here = tapsAt(place);
    const quick = here.find((tap) => variant && !tap.instead && tap.variant === variant) || here.find((tap) => tap.quick);
    if (!arriving && !quick && at === place && (from === place || !startsAt(place))) {
      return letGo();
    }
    at = place;
    came = "";
    if (arriving) {
      from = place;
      came = arriving.start;
      return play(arriving);
    }
    if (quick) {
      return play(quick);
    }
    from = place;
    show();
  }

  // Another rotation, or whatever the pictures beside the board show.
  function choose(wanted) {
    variant = wanted;
    const turned = seen.taps.find((tap) => tap.instead && tap.variant === variant && tap.at === at);
    return turned ? play(turned) : show();
  }

  function turn() {
    const next = seen.taps.find((tap) => tap.instead && tap.quick && tap.variant);
    return next && play(next);
  }

  function letGo() {
    at = from = came = "";
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
    for (const picture of pictures.beside.querySelectorAll("[data-rotation]")) {
      picture.classList.toggle("chosen", picture.dataset.rotation === variant);
    }
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
  pictures.beside.addEventListener("click", (event) => {
    const picture = event.target.closest("[data-rotation]");
    if (picture) {
      later(() => choose(picture.dataset.rotation));
    }
  });
  addEventListener("keydown", (event) => {
    const writes = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key === "r" && !writes && !event.ctrlKey && !event.metaKey && !event.altKey) {
      later(turn);
    }
  });
  form.addEventListener("submit", () => clearTimeout(typing));
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
