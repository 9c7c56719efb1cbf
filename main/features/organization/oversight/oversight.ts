import type { Handlers } from '../../../../shared/contract.ts';
import { oversightTexts as texts } from '../../../../shared/features/organization/oversight-text.ts';
import { inWords } from '../current-organization.ts';
import type { AppContext } from '../../../items/app-context.ts';
import { auditOf } from './audit.ts';
import { endKey, keysOf, makeKey, setPolicy } from './keys.ts';
import { decide, proposalsOf } from './proposals.ts';

type OversightCall = keyof Handlers & `${'audit' | 'keys' | 'proposals'}.${string}`;

/** What a service may offer beyond its specification: the audit log, API keys, proposals of auto-tidy. */
export function oversightHandlers(context: AppContext): Pick<Handlers, OversightCall> {
  return {
    'audit.page': wanted => inWords(() => auditOf(context, wanted), texts.absent.audit),
    'keys.list': () => inWords(() => keysOf(context), texts.absent.keys),
    'keys.make': wanted => inWords(() => makeKey(context, wanted), texts.absent.keys),
    'keys.revoke': ({ id }) => inWords(() => endKey(context, id), texts.keyGone),
    'keys.setPolicy': ({ policy }) => inWords(() => setPolicy(context, policy), texts.absent.keys),
    'proposals.page': ({ page }) => inWords(() => proposalsOf(context, page), texts.absent.proposals),
    'proposals.decide': wanted => inWords(() => decide(context, wanted), texts.proposalGone),
  };
}
