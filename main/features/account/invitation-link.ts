import { FaultError } from '../../../shared/fault.ts';
import { invitationTexts } from '../../../shared/features/account/invitation-text.ts';

/** A token in a link: letters, digits and what base64url and UUIDs use; nothing that could be a path. */
const TOKEN = /^[\w-]{8,500}$/;

/**
 * Finds the token in pasted text: the token itself, `benchtop://invitation/<token>`, or a web address that ends in it
 * or has it as the parameter `token`. @throws FaultError `bad-request` for any other text.
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
    // In `benchtop://invitation/…`, some parsers take `invitation` as the host, some as part of the path.
    const all = [url.host, ...parts].filter(part => part !== '');
    return all[0] === 'invitation' && all.length === 2 ? (all[1] ?? null) : null;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const named = url.searchParams.get('token') ?? url.searchParams.get('invitationToken');
  if (named !== null) return named;
  const at = parts.findIndex(part => /^invit(e|ation)s?$/i.test(part));
  return at === -1 ? null : (parts[at + 1] ?? null);
}
