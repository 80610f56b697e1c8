import { limits } from "./limits.ts";
import { listOf, optional, path, patterned, section, setting } from "./setting.ts";

export const webhooksSchema = section({
  allow: setting(
    listOf(
      patterned(
        /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/,
        "a host in small letters, with a port if it is not 443",
      ),
      limits.configHosts,
    ),
    [],
    "Hosts that webhooks may call. Without any, there are no webhooks. Calls use https; http:// works for this machine and for hosts in `server.clear_text_hosts` only.",
    ["hooks.example.com", "erp.example.internal:8443"],
  ),
  networks: setting(
    listOf(
      patterned(/^[0-9a-f.:]+(\/\d{1,3})?$/, "an address or a network, such as `10.0.0.0/8`"),
      limits.configHosts,
    ),
    [],
    "Networks that are not public, such as your own, to which the names in `allow` may resolve. tiro checks the addresses each time it resolves a name, and refuses others that are not public.",
    ["10.20.0.0/16"],
  ),
  ca_file: optional(
    path,
    "/etc/tiro/company-ca.pem",
    "File (PEM) of the authorities that vouch for these hosts. Default: the system's.",
  ),
});
