import { FaultError } from '../../../shared/fault.ts';
import { invitationTexts } from '../../../shared/features/account/invitation-text.ts';

/** A token as it stands in a link: letters, digits and what base64url and UUIDs need. Nothing that could be a path. */
const TOKEN = /^[\w-]{8,500}$/;

/**
 * The token in what a person pasted: the token itself, `benchtop://invitation/<token>`, or a web address that ends in it
 * or carries it as `token` (S49). @throws FaultError `bad-request` for anything else.
 */
export function tokenIn(pasted: string): string {
  const text = pasted.trim();
  if (TOKEN.test(text)) return text;
  const found = URL.canParse(text) ? tokenOf(new URL(text)) : null;
  if (found !== null && TOKEN.test(found)) return found;
  throw new FaultError({ kind: 'bad-request', detail: invitationTexts.noLink });
}

function tokenOf(url: URL): string | null {
  const parts = url.pathname.split('/').filter(part => part !== '');
  if (url.protocol === 'benchtop:') {
    // Some take the first part for a host, some for a part of the path.
    const all = [url.host, ...parts].filter(part => part !== '');
    return all[0] === 'invitation' && all.length === 2 ? (all[1] ?? null) : null;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const named = url.searchParams.get('token') ?? url.searchParams.get('invitationToken');
  if (named !== null) return named;
  const at = parts.findIndex(part => /^invit(e|ation)s?$/i.test(part));
  return at === -1 ? null : (parts[at + 1] ?? null);
}
