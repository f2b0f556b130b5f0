// What the reader's service has.

declare const payout: {
  readonly escrow: string;
  readonly id: string;
  readonly number: number;
  readonly bank: string;
  readonly owner: string;
};
declare const key: string;
