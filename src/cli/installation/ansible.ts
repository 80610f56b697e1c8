/** The playbook and the role of Ansible, as they lie beside each other. */
import defaults from "../../../config/ansible/roles/tiro/defaults/main.yml" with { type: "text" };
import handlers from "../../../config/ansible/roles/tiro/handlers/main.yml" with { type: "text" };
import meta from "../../../config/ansible/roles/tiro/meta/main.yml" with { type: "text" };
import configure from "../../../config/ansible/roles/tiro/tasks/configure.yml" with { type: "text" };
import install from "../../../config/ansible/roles/tiro/tasks/install.yml" with { type: "text" };
import tasks from "../../../config/ansible/roles/tiro/tasks/main.yml" with { type: "text" };
import start from "../../../config/ansible/roles/tiro/tasks/start.yml" with { type: "text" };
import playbook from "../../../config/ansible/tiro.yml" with { type: "text" };

/** By their path. The compiler takes them for what YAML holds; they are imported as text. */
export const ansibleFiles: readonly (readonly [path: string, text: string])[] = Object.entries({
  "tiro.yml": playbook,
  "roles/tiro/defaults/main.yml": defaults,
  "roles/tiro/handlers/main.yml": handlers,
  "roles/tiro/meta/main.yml": meta,
  "roles/tiro/tasks/configure.yml": configure,
  "roles/tiro/tasks/install.yml": install,
  "roles/tiro/tasks/main.yml": tasks,
  "roles/tiro/tasks/start.yml": start,
}).map(([path, text]) => [path, String(text)]);
