/* Sends what a form of the API's page says, and shows the answer. */

const keyField = document.getElementById("key");

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  if (!form.matches(".try")) return;
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    await send(form);
  } finally {
    button.disabled = false;
  }
});

/* A link to an operation opens it. */
const openTarget = () => {
  const target = document.getElementById(location.hash.slice(1));
  if (target?.matches("details")) target.open = true;
};
addEventListener("hashchange", openTarget);
openTarget();

async function send(form) {
  const { method, path, key, type } = form.dataset;
  if (key === "yes" && keyField.value.trim() === "") {
    show(form, "Enter your API key at the top of the page first.");
    keyField.focus();
    return;
  }
  const headers = new Headers();
  if (key === "yes") headers.set("Authorization", `Bearer ${keyField.value.trim()}`);
  const began = performance.now();
  try {
    const request = { method: method.toUpperCase(), headers, ...body(form, type, headers) };
    const answer = await fetch(address(form, path, headers), { ...request, credentials: "omit" });
    await showAnswer(form, answer, performance.now() - began);
  } catch (error) {
    show(form, `Nothing was answered: ${error.message}`);
  }
}

function address(form, path, headers) {
  const query = new URLSearchParams();
  let address = path;
  for (const field of form.querySelectorAll("[data-in]")) {
    if (field.dataset.in === "path")
      address = address.replace(`{${field.name}}`, encodeURIComponent(field.value));
    else if (field.value !== "" && field.dataset.in === "query") query.append(field.name, field.value);
    else if (field.value !== "" && field.dataset.in === "header") headers.set(field.name, field.value);
  }
  return query.size > 0 ? `${address}?${query}` : address;
}

function body(form, type, headers) {
  if (type === "") return {};
  if (type === "application/json") {
    headers.set("Content-Type", type);
    return { body: form.elements.body.value };
  }
  const sent = type === "multipart/form-data" ? new FormData() : new URLSearchParams();
  for (const field of form.querySelectorAll('[data-in="body"]')) {
    if (field.type === "file") {
      for (const file of field.files) sent.append(field.name, file);
    } else if (field.value !== "") sent.append(field.name, field.value);
  }
  return { body: sent };
}

async function showAnswer(form, answer, tookMs) {
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  const head = `${answer.status} ${answer.statusText} · ${Math.round(tookMs)} ms · ${answer.headers.get("x-request-id")}`;
  show(form, head, isJson ? JSON.stringify(JSON.parse(text), null, 2) : text);
}

function show(form, head, text = "") {
  const result = form.querySelector(".result");
  const line = document.createElement("p");
  line.textContent = head;
  const code = document.createElement("pre");
  code.tabIndex = 0;
  code.textContent = text;
  result.replaceChildren(line, ...(text === "" ? [] : [code]));
  result.hidden = false;
}
