// The one script of the log-in: it hands questions and answers between the server and the person's device.

const form = document.querySelector("form[data-passkey]");
const fault = document.querySelector("#passkey-fault");

const tell = (message) => {
  fault.textContent = message;
  fault.hidden = message === "";
};

async function ask(path, body) {
  const headers = { "Content-Type": "application/json" };
  if (form.elements.csrf) headers["x-csrf-token"] = form.elements.csrf.value;
  if (form.elements.for) headers["tiro-for"] = form.elements.for.value;
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const told = await answer.json();
  // The page itself leads to the log-in.
  if (told.error && told.error.code === "fresh_log_in_required") location.reload();
  if (!answer.ok) throw new Error(told.error ? told.error.message : fault.dataset.silent);
  return told;
}

async function makePasskey() {
  const { options, creation } = await ask(`${form.action}/options`, {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  await ask(form.action, { creation, response: credential.toJSON(), name: form.elements.name.value });
  location.assign(form.elements.next.value);
}

async function usePasskey() {
  const options = await ask(`${form.action}/options`, {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  const done = await ask(form.action, { response: credential.toJSON(), next: form.elements.next.value });
  location.assign(done.location);
}

if (window.PublicKeyCredential && PublicKeyCredential.parseRequestOptionsFromJSON) {
  form.querySelector("button").disabled = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    tell("");
    try {
      await (form.dataset.passkey === "create" ? makePasskey() : usePasskey());
    } catch (error) {
      tell(error.name === "NotAllowedError" ? fault.dataset.cancelled : error.message);
    }
  });
} else {
  tell(fault.dataset.unsupported);
}
