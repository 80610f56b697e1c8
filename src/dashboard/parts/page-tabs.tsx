interface PageTabsProps<Name extends string> {
  /** Of the page, which shows the tab that its query names. */
  address: string;
  tabs: readonly { name: Name; title: string }[];
  shown: Name | undefined;
}

/** The parts of a page of which one is shown. */
export function PageTabs<Name extends string>({ address, tabs, shown }: PageTabsProps<Name>) {
  return (
    <ul class="tabs">
      {tabs.map(({ name, title }) => (
        <li key={name}>
          <a href={`${address}?tab=${name}`} {...(name === shown && { "aria-current": "page" as const })}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
