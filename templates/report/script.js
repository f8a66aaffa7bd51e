"use strict";
(() => {
  const field = document.getElementById("find");
  const told = document.getElementById("told");
  const parts = [...document.querySelectorAll("[data-tool]")];
  const groups = [...document.querySelectorAll("section[data-group]")];
  const tools = parts.filter((part) => part.tagName === "ARTICLE");
  const texts = new Map(tools.map((tool) => [tool.id, tool.textContent.toLowerCase()]));

  const show = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = new Set();
    for (const [id, text] of texts) if (words.every((word) => text.includes(word))) fits.add(id);
    for (const part of parts) part.hidden = !fits.has(part.dataset.tool);
    for (const group of groups) group.hidden = !group.querySelector("article:not([hidden])");
    told.textContent = words.length ? `${fits.size} of ${tools.length} ${field.dataset.noun}` : "";
  };
  field.addEventListener("input", show);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== field && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
    } else if (event.key === "Escape" && document.activeElement === field) {
      field.value = "";
      show();
    }
  });

  const byHand = (text) => {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-copy]");
    if (!button) return;
    const text = document.getElementById(button.dataset.copy).textContent;
    let done;
    try {
      await navigator.clipboard.writeText(text);
      done = true;
    } catch {
      done = byHand(text);
      button.focus();
    }
    const label = button.textContent;
    button.textContent = done ? "Copied" : "Cannot copy";
    told.textContent = done ? "Copied to the clipboard" : "The clipboard is not available";
    setTimeout(() => { button.textContent = label; }, 1500);
  });

  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target && target.closest("[hidden]")) {
      field.value = "";
      show();
      target.scrollIntoView();
    }
  };
  addEventListener("hashchange", reveal);

  const opened = new Set();
  addEventListener("beforeprint", () => {
    for (const one of document.querySelectorAll("details:not([open])")) {
      one.open = true;
      opened.add(one);
    }
  });
  addEventListener("afterprint", () => {
    for (const one of opened) one.open = false;
    opened.clear();
  });
})();
