/** Mail to people: section `mail` of the configuration. */
import { z } from "zod";
import { INTERFACE_LANGUAGES } from "../lib/interface-languages.ts";
import { name, optional, path, patterned, secret, secretLine, section, setting } from "./setting.ts";

export const mailSchema = section({
  server: optional(
    patterned(
      /^smtps?:\/\/([a-zA-Z0-9.-]+|\[[0-9a-fA-F:.]+\]):\d{1,5}$/,
      "an address with its port, such as `smtps://mail.example.com:465`",
    ),
    "smtps://mail.example.com:465",
    "Mail server that takes tiro's messages: smtps://HOST:465 (TLS from the beginning) or smtp://HOST:587 (STARTTLS, which the server must offer). Without it, tiro sends no mail.",
  ),
  tls: setting(
    z.enum(["required", "off"]),
    "required",
    "`required`: nothing is sent unless the connection is encrypted and the server's certificate is valid for its name. `off`: in clear text, only for smtp:// to this machine or to a host in `server.clear_text_hosts`.",
  ),
  ca_file: optional(
    path,
    "/etc/tiro/mail-ca.pem",
    "File (PEM) of the authorities that vouch for the mail server. Default: the system's.",
  ),
  user: optional(
    name,
    "tiro@example.com",
    "Name with which tiro logs in to the mail server, if the server requires one.",
  ),
  password: secret(secretLine, "Password of `user`."),
  from: optional(
    patterned(/^[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+$/, "an e-mail address, such as `tiro@example.com`"),
    "tiro@example.com",
    "Address from which tiro's messages come.",
  ),
  language: setting(
    z.enum(INTERFACE_LANGUAGES),
    "en",
    "Language of messages to people who have chosen none for the interface.",
  ),
  templates_dir: optional(
    path,
    "/etc/tiro/mail",
    "Folder of texts that replace tiro's own, such as `setup_link.en.txt`; `tiro mail templates` writes all of them.",
  ),
});
