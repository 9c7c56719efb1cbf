import type { Records } from '../ground/records.ts';
import { table } from '../ground/tables.ts';

/** What belongs to a person beside name and address. `id` is the person's number as text. */
export interface AccountRow {
  readonly id: string;
  readonly emailConfirmed: boolean;
  readonly currentPosition: string | null;
  readonly currentEmployer: string | null;
  readonly hopes: string | null;
  readonly useCase: string | null;
  readonly referralCode: string | null;
  readonly acceptedTermsAndConditions: string | null;
  readonly acceptedPrivacyPolicy: string | null;
  readonly marketingConsent: boolean;
  readonly defaultOrganizationId: string | null;
  readonly deletedMs: number | null;
}

const accounts = table<AccountRow>()('account');

/** A person's account; that of one who has said nothing is the default. */
export function accountOf(records: Records, userId: number): AccountRow {
  const defaults: AccountRow = {
    id: String(userId),
    emailConfirmed: true,
    currentPosition: null,
    currentEmployer: null,
    hopes: null,
    useCase: null,
    referralCode: null,
    acceptedTermsAndConditions: null,
    acceptedPrivacyPolicy: null,
    marketingConsent: false,
    defaultOrganizationId: null,
    deletedMs: null,
  };
  return { ...defaults, ...records.row(accounts, String(userId)) };
}

/** Saves some of a person's account, and gives all. */
export function changeAccount(records: Records, userId: number, changes: Partial<AccountRow>): AccountRow {
  const account = { ...accountOf(records, userId), ...changes };
  records.putRow(accounts, account);
  return account;
}

/** Whether a person has deleted the account. */
export function isDeleted(records: Records, userId: number): boolean {
  return accountOf(records, userId).deletedMs !== null;
}

/** The organization a person finds after signing in: the chosen one, else the first, or null without any. */
export function defaultOrganizationOf(records: Records, userId: number): string | null {
  const chosen = accountOf(records, userId).defaultOrganizationId;
  if (chosen !== null && records.membership(chosen, userId) !== null) return chosen;
  return records.membershipsOf(userId)[0]?.organizationId ?? null;
}
