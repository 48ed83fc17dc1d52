// What a page has: small boards to watch, or a record.
for (const root of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-small]"))) new SmallList(root);
for (const root of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-replay]"))) replay(root).catch(() => {});
