/** Every page, in the order of the menu: where it is, whom it is for, and the code that comes when somebody goes there. */
import { apps } from "./messages/apps.ts";
import { keys } from "./messages/keys.ts";
import { titles } from "./messages/titles.ts";
import { words } from "./messages/words.ts";
import { you } from "./messages/you.ts";
import { definePages, type KnownPage } from "./parts/page-definition.ts";

export const pages: readonly KnownPage[] = [
  ...definePages("work", [
    {
      paths: ["/app/"],
      icon: "home",
      title: () => titles.home,
      inBottomBar: true,
      load: () => import("./pages/home/home.tsx"),
    },
    {
      paths: ["/app/dictate"],
      icon: "mic",
      title: () => titles.dictate,
      inBottomBar: true,
      load: () => import("./pages/dictate/dictate.tsx"),
    },
    {
      paths: ["/app/recordings", "/app/recordings/jobs", "/app/recordings/jobs/:job"],
      icon: "file",
      title: () => titles.recordings,
      inBottomBar: true,
      load: () => import("./pages/recordings/recordings.tsx"),
    },
    {
      paths: ["/app/recordings/:recording"],
      icon: "file",
      title: () => titles.transcript,
      isUnlisted: true,
      load: () => import("./pages/transcript/transcript.tsx"),
    },
    {
      paths: ["/app/captions", "/app/captions/:captions"],
      icon: "captions",
      title: () => titles.captions,
      whole: "screen",
      load: () => import("./pages/captions/captions.tsx"),
    },
    {
      paths: ["/app/history"],
      icon: "history",
      title: () => titles.history,
      inBottomBar: true,
      load: () => import("./pages/history/history.tsx"),
    },
    {
      paths: ["/app/words"],
      icon: "book",
      title: () => words.title,
      load: () => import("./pages/words/words.tsx"),
    },
  ]),
  ...definePages("account", [
    {
      paths: ["/app/keys"],
      icon: "key",
      title: () => keys.title,
      load: () => import("./pages/keys/keys.tsx"),
    },
    {
      paths: ["/app/apps"],
      icon: "plug",
      title: () => apps.title,
      load: () => import("./pages/apps/apps.tsx"),
    },
    {
      paths: ["/app/usage"],
      icon: "chart",
      title: () => titles.usage,
      load: () => import("./pages/usage/usage.tsx"),
    },
    {
      paths: ["/app/you", "/app/you/:part"],
      icon: "person",
      title: () => you.you,
      load: () => import("./pages/you/you.tsx"),
    },
  ]),
  ...definePages("administration", [
    {
      paths: ["/app/organization"],
      icon: "building",
      title: () => titles.organization,
      isFor: ({ organizations }) => organizations.length > 0,
      load: () => import("./pages/organization/organization.tsx"),
    },
    {
      paths: ["/app/welcome", "/app/welcome/:step"],
      icon: "check",
      title: () => titles.welcome,
      isUnlisted: true,
      whole: "gate",
      needs: "first_run.read",
      load: () => import("./pages/welcome/welcome.tsx"),
    },
    {
      paths: ["/app/admin/people"],
      icon: "people",
      title: () => titles.people,
      needs: "people.read",
      load: () => import("./pages/people/people.tsx"),
    },
    {
      paths: ["/app/admin/people/:person"],
      icon: "person",
      title: () => titles.person,
      isUnlisted: true,
      needs: "people.read",
      load: () => import("./pages/person/person.tsx"),
    },
    {
      paths: ["/app/admin/organizations"],
      icon: "building",
      title: () => titles.organizations,
      needs: "organizations.read",
      load: () => import("./pages/organizations/organizations.tsx"),
    },
    {
      paths: ["/app/admin/organizations/:organization"],
      icon: "building",
      title: () => titles.organization,
      isUnlisted: true,
      needs: "organizations.read",
      load: () => import("./pages/administered-organization/administered-organization.tsx"),
    },
    {
      paths: ["/app/admin/directory"],
      icon: "link",
      title: () => titles.directory,
      needs: "directory.read",
      load: () => import("./pages/directory/directory.tsx"),
    },
    {
      paths: ["/app/admin/invoices"],
      icon: "receipt",
      title: () => titles.invoices,
      needs: "payments.read",
      load: () => import("./pages/invoices/invoices.tsx"),
    },
    {
      paths: ["/app/admin/recognition"],
      icon: "engine",
      title: () => titles.recognition,
      needs: "recognition.read",
      load: () => import("./pages/recognition/recognition.tsx"),
    },
    {
      paths: ["/app/admin/workers"],
      icon: "workers",
      title: () => titles.workers,
      isFor: ({ has_workers: hasWorkers }) => hasWorkers,
      load: () => import("./pages/workers/workers.tsx"),
    },
    {
      paths: ["/app/admin/packs"],
      icon: "archive",
      title: () => titles.packs,
      needs: "packs.read",
      load: () => import("./pages/packs/packs.tsx"),
    },
    {
      paths: ["/app/admin/health"],
      icon: "pulse",
      title: () => titles.health,
      needs: "server.read",
      load: () => import("./pages/health/health.tsx"),
    },
    {
      paths: ["/app/admin/server"],
      icon: "server",
      title: () => titles.server,
      needs: "requests.read",
      load: () => import("./pages/server/server.tsx"),
    },
    {
      paths: ["/app/admin/audit"],
      icon: "audit",
      title: () => titles.audit,
      needs: "audit.read",
      load: () => import("./pages/audit/audit.tsx"),
    },
    {
      paths: ["/app/admin/backups"],
      icon: "download",
      title: () => titles.backups,
      needs: "backups.read",
      load: () => import("./pages/backups/backups.tsx"),
    },
  ]),
];
