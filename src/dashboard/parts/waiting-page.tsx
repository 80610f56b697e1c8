/** In a page's place while its own code is still on the way: its title at once, and a sketch of what comes. */
import { PageHead, Sketch } from "./page.tsx";

export function WaitingPage({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} />
      <Sketch />
    </>
  );
}
