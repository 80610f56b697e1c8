import type { Schemas } from "../../client/api.ts";
import type { Changing } from "../../parts/changed-meanwhile.tsx";

export interface OrganizationPartProps {
  organization: Schemas["AdministeredOrganization"];
  mayChange: boolean;
  changing: Changing;
}
