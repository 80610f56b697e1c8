interface AttentionProps {
  text: string;
  /** For readers, where it comes while the page is shown. */
  role?: "alert" | "status";
}

/** A line that must not be missed. */
export function Attention({ text, role }: AttentionProps) {
  return (
    <p class="attention" role={role}>
      {text}
    </p>
  );
}
