// The one script of the log-in and the account: it hands questions and answers between the server and the person's device.

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
  if (answer.redirected) location.reload();
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error ? told.error.message : fault.dataset.silent);
  return told;
}

async function usePasskey() {
  const make = form.dataset.passkey === "create";
  const options = await ask(`${form.action}/options`, {});
  const credential = make
    ? await navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
      })
    : await navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      });
  const name = form.elements.name ? form.elements.name.value : "";
  const next = form.elements.next ? form.elements.next.value : "";
  const done = await ask(form.action, { response: credential.toJSON(), name, next });
  location.assign(done.location);
}

if (window.PublicKeyCredential && PublicKeyCredential.parseRequestOptionsFromJSON) {
  form.querySelector("button").disabled = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    tell("");
    try {
      await usePasskey();
    } catch (error) {
      tell(error.name === "NotAllowedError" ? fault.dataset.cancelled : error.message);
    }
  });
} else {
  tell(fault.dataset.unsupported);
}
