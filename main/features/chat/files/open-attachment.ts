import type { Input } from '../../../../shared/contract.ts';
import type { OpenedContent } from '../../../../shared/features/preview/model.ts';
import type { StopSignal } from '../../../../shared/stop-signal.ts';
import { chatFileTexts as texts } from '../../../../shared/features/chat/files-text.ts';
import { InMemory } from '../../../items/content/memory-content.ts';
import {
  addressOf,
  type Looking,
  MOST_FETCHED_BYTES,
  partsOf,
  SMALL_BYTES,
} from '../../../items/content/content-views.ts';
import type { AppContext } from '../../../items/app-context.ts';
import { written } from '../../../items/local/whole-answer.ts';
import { findAttachment, openBytes } from './attachment.ts';

/** Opens a file of a task for viewing; writes nothing. @throws FaultError. */
export async function openAttachment(
  context: AppContext,
  { handedOut }: Pick<Looking, 'handedOut'>,
  { fetch, ...asked }: Input<'chat.openAttachment'>,
  signal?: StopSignal,
): Promise<OpenedContent> {
  const found = await findAttachment(context, asked);
  const { id, name, sizeBytes, createdAt } = found.attachment;
  const facts = { name, sizeBytes, modifiedAt: createdAt, version: null, sha256: null, mark: id };
  const mayFetch = sizeBytes === null || sizeBytes <= MOST_FETCHED_BYTES;
  // A file of unknown size may be large, so a person is asked first.
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
