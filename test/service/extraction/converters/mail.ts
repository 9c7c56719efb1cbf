import PostalMime from 'postal-mime';
import type { Address } from 'postal-mime';

import { textOfHtml } from './hypertext.ts';

/** The head of a mail as people read it, its text, and the names of what is attached. */
export async function mailText(bytes: Uint8Array): Promise<string> {
  const mail = await PostalMime.parse(bytes);
  if (mail.from === undefined && mail.date === undefined && mail.messageId === undefined) {
    throw new Error('it has neither a sender nor a date');
  }
  const names = mail.attachments.map(attachment => attachment.filename).filter(name => name !== null && name !== '');
  const lines = [
    `Subject: ${mail.subject ?? ''}`,
    `From: ${addresses(mail.from === undefined ? [] : [mail.from])}`,
    `To: ${addresses([...(mail.to ?? []), ...(mail.cc ?? [])])}`,
    `Date: ${mail.date ?? ''}`,
    names.length > 0 ? `Attached: ${names.join(', ')}` : '',
  ];
  const text = mail.text ?? (mail.html === undefined ? '' : textOfHtml(mail.html));
  return `${lines.filter(line => !/^\w+: $|^$/.test(line)).join('\n')}\n\n${text}`;
}

function addresses(list: readonly Address[]): string {
  return list
    .map(({ name, address }) => [name, address === undefined ? '' : `<${address}>`].join(' ').trim())
    .join(', ');
}
