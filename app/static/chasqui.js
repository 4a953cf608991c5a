"use strict";
// Conveniences only: every page works without this.

(() => {
  // The time zone, where a form asks for it and nothing better is known.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const field of document.querySelectorAll("[data-guess-zone]")) {
    const isOffered = field.tagName !== "SELECT" || [...field.options].some((option) => option.value === zone);
    if (zone && isOffered && (field.value === "" || field.value === "UTC")) {
      field.value = zone;
    }
  }

  // An address to pass on.
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(button.dataset.copy);
        button.textContent = button.dataset.done;
      } catch {
        getSelection().selectAllChildren(button.previousElementSibling);
      }
    });
  }

  // A salt that nobody but this browser has thought of.
  for (const field of document.querySelectorAll("[data-make-salt]")) {
    if (field.value === "") {
      const bytes = crypto.getRandomValues(new Uint8Array(8));
      field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    }
  }
})();
