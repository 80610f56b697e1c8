/** `tiro models route`: which packs recognize a language, decided without the configuration. */

import { Command } from "commander";
import { modelChoices } from "../../store/recognition/model-choices.ts";
import {
  chooseModels,
  localRecognizers,
  modelRoutes,
  resetModels,
} from "../../transcription/packs/model-routes.ts";
import { withAccounts } from "../support/accounts.ts";
import { printList } from "../support/output.ts";
import type { SiteFlags } from "../support/site.ts";

export function routeCommand(): Command {
  return new Command("route")
    .argument("<language>", "code of a language, or `unknown`: speech of which no language is known")
    .argument(
      "[packs...]",
      "ids of installed packs, the one to try first in front; none: tiro's own table decides",
    )
    .description(
      "Chooses the packs for a language, as administrators do in the browser, from the next recording on. models.pack and models.routes of the configuration come first.",
    )
    .action((language: string, packs: string[], flags: SiteFlags) => {
      const shown = withAccounts(flags, (accounts) => {
        const site = { ...accounts, recognizers: () => localRecognizers(accounts.config) };
        if (packs.length > 0) chooseModels(site, language, packs);
        else resetModels(site, language);
        return modelRoutes(site, modelChoices(site.db));
      });
      printList(flags, shown, "", { LANGUAGE: "language", PACKS: "packs", FROM: "source" });
    });
}
