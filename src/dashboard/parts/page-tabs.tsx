import { useEffect, useRef } from "preact/hooks";

interface PageTabsProps<Name extends string> {
  /** Of the page, which shows the tab that its query names. */
  address: string;
  tabs: readonly { name: Name; title: string }[];
  shown: Name | undefined;
}

/** The parts of a page of which one is shown: that stays in sight where they are wider than the window. */
export function PageTabs<Name extends string>({ address, tabs, shown }: PageTabsProps<Name>) {
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => current.current?.scrollIntoView({ block: "nearest", inline: "center" }), [shown]);
  return (
    <ul class="tabs">
      {tabs.map(({ name, title }) => (
        <li key={name}>
          <a
            href={`${address}?tab=${name}`}
            {...(name === shown && { ref: current, "aria-current": "page" as const })}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
