// Told of a turn by the server, also where no page is open: shows it, and leads to the board.
"use strict";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const pathOf = (/** @type {Client} */ { url }) => new URL(url).pathname;

/** @param {{ board: number, title: string, text: string }} notice */
async function show({ board, title, text }) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const seen = pages.some((page) => page.visibilityState === "visible" && pathOf(page) === `/board/${board}`);
  if (seen) return; // the page says it itself
  await worker.registration.showNotification(title, { body: text, tag: `boche ${board}`, icon: "/favicon.ico", data: { board } });
}

/** @param {{ board: number }} notice */
async function lead({ board }) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const opened = pages.find((page) => pathOf(page) === `/board/${board}`);
  // A guest's seat is in the browser: the board's page finds it there.
  await (opened ? opened.focus() : worker.clients.openWindow(`/board/${board}`));
}

worker.addEventListener("push", (event) => event.waitUntil(show(event.data?.json())));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});
