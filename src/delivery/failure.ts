/** Why something could not be sent, by kind: also the label of the metric. */
export type FailureReason =
  | "unreachable"
  | "late"
  | "untrusted"
  | "not_admitted"
  | "garbled"
  | "postponed"
  | "refused"
  | "not_allowed"
  | "internal_error";

interface FailureExtras {
  /** Another attempt would end the same. */
  isFinal?: boolean;
  /** Other messages in the lane may well succeed. */
  isOfOneAlone?: boolean;
}

export class DeliveryFailure extends Error {
  readonly reason: FailureReason;
  readonly isFinal: boolean;
  readonly isOfOneAlone: boolean;

  constructor(
    reason: FailureReason,
    message: string,
    { isFinal = false, isOfOneAlone = false }: FailureExtras = {},
  ) {
    super(message);
    this.name = "DeliveryFailure";
    this.reason = reason;
    this.isFinal = isFinal;
    this.isOfOneAlone = isOfOneAlone;
  }
}
