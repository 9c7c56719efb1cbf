import { ownValue } from '../../own-value.ts';

/** What is said of the audit log, of API keys and of what auto-tidy proposes (wire facts, section 4). */
export const oversightTexts = {
  absent: {
    audit: 'This service has no audit log.',
    keys: 'This service manages no API keys here.',
    proposals: 'This service has no proposals of auto-tidy.',
  },
  notAllowed: {
    audit: 'Your role or your key does not allow this: the audit log is for owners and admins of the organization.',
    keys: 'Your role or your key does not allow to look at API keys.',
    proposals: 'Your role or your key does not allow to look at proposals.',
  },
  listEnds: 'The list has no end that can be reached.',

  noLines: 'Nothing is in the audit log.',
  noNumber: (text: string) => `'${text}' is no whole number from 1 on.`,

  noKeys: 'There are no API keys.',
  keyGone: 'This key is not there any more, or is not yours. Nothing was changed; look again.',
  notTold: (name: string) =>
    `The service may have made the key '${name}', but it did not tell it: it cannot be shown any more. Look at the keys, revoke it if it is there, and make another one.`,
  keyMade: (name: string) => `The key '${name}' is made. It is shown this once; keep it where nobody else finds it.`,
  revokeAsk: (name: string, isInUse: boolean) =>
    `${isInUse ? 'Benchtop on this computer signs in with it. ' : ''}Whatever signs in with the key '${name}' would be signed out for good. Nothing was changed. To do it, add --yes.`,
  revoked: (name: string) => `The key '${name}' works no more.`,
  policyIs: (policy: string) => `${ownValue(POLICIES, policy) ?? `${policy}, a rule from the service`}.`,
  noPolicy: (text: string) => `'${text}' is no rule. Rules are: all_members, admins_only.`,
  noSuchKey: (what: string) => `No key fits '${what}'. To see them: benchtop org keys list`,
  severalKeys: (what: string, names: readonly string[]) => `'${what}' may be: ${names.join(', ')}. Write the id.`,
  past: 'A key cannot end in the past. Nothing was changed.',

  noProposals: 'Nothing is proposed.',
  proposalGone:
    'This proposal is not there any more: somebody decided about it, or its file is gone. Nothing was changed; look again.',
  approved: (name: string) => `What was proposed for '${name}' is carried out.`,
  rejected: (name: string) => `What was proposed for '${name}' is dropped.`,
  noSuchProposal: (what: string) => `No proposal fits '${what}'. To see them: benchtop org proposals list`,
  severalProposals: (what: string, names: readonly string[]) => `'${what}' may be: ${names.join(', ')}. Write the id.`,
} as const;

const POLICIES: { readonly [policy: string]: string } = {
  all_members: 'Every member may make keys',
  admins_only: 'Only owners and admins may make keys',
};

const KINDS: { readonly [kind: string]: string } = { rename: 'Rename', move: 'Move', tag: 'Tags' };

/** What kind of change is proposed; an unknown one as it is. */
export function proposalKind(kind: string): string {
  return KINDS[kind.toLowerCase()] ?? `${kind}, a kind from the service`;
}
