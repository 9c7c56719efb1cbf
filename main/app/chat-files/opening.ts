import type { Input } from '../../../shared/contract/contract.ts';
import type { OpenedContent } from '../../../shared/model/content.ts';
import type { StopSignal } from '../../../shared/stop-signal.ts';
import { chatFileTexts as texts } from '../../../shared/text/chat-files.ts';
import { InMemory } from '../content/in-memory.ts';
import { addressOf, type Looking, MOST_FETCHED_BYTES, partsOf, SMALL_BYTES } from '../content/looking.ts';
import type { AppParts } from '../parts.ts';
import { written } from '../whole-answer.ts';
import { findAttachment, openBytes } from './attachment.ts';

/** Opens a file of a task to look into it; nothing is written. @throws FaultError. */
export async function openAttachment(
  parts: AppParts,
  { handedOut }: Pick<Looking, 'handedOut'>,
  { fetch, ...asked }: Input<'chat.openAttachment'>,
  signal?: StopSignal,
): Promise<OpenedContent> {
  const found = await findAttachment(parts, asked);
  const { id, name, sizeBytes, createdAt } = found.attachment;
  const facts = { name, sizeBytes, modifiedAt: createdAt, version: null, sha256: null, mark: id };
  const mayFetch = sizeBytes === null || sizeBytes <= MOST_FETCHED_BYTES;
  // What nobody knows the size of may be large: a person is asked first.
  const isAsked = fetch === 'yes' || (fetch === 'small' && sizeBytes !== null && sizeBytes <= SMALL_BYTES);
  if (!mayFetch || !isAsked) return { is: 'not-here', ...facts, mayFetch, mostBytes: MOST_FETCHED_BYTES };
  const tooLarge = texts.tooLargeToShow(MOST_FETCHED_BYTES);
  const into = new InMemory(MOST_FETCHED_BYTES, { isOver: () => signal?.aborted === true, tooLarge });
  const words = { notWhole: texts.notWhole, aPage: texts.aPage };
  await written(() => openBytes(found), into, { sizeBytes, words });
  const { bytes } = into;
  const content = handedOut.give({ name, sizeBytes: bytes.byteLength, read: partsOf(bytes) });
  return { is: 'open', ...facts, sizeBytes: bytes.byteLength, content, address: addressOf(content), from: 'service' };
}
