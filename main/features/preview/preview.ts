import { badRequest } from '../../../shared/fault.ts';
import { keptBytes } from '../../../shared/kept-bytes.ts';
import type { Handlers } from '../../../shared/contract.ts';
import { isUuid } from '../../../shared/ids.ts';
import type { VersionId } from '../../../shared/ids.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { contentTexts } from '../../../shared/features/preview/text.ts';
import { askedPath } from '../../items/resolve-path.ts';
import { thingOf } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { ContentViews } from '../../items/content/content-views.ts';

/** Reading the content of files for viewing. */
export function contentHandlers(
  context: AppContext,
  looking: ContentViews,
): Pick<Handlers, 'content.open' | 'content.openSaved' | 'content.read' | 'content.close'> {
  const { journal } = context;
  return {
    'content.openSaved': async question => {
      const opened = await looking.openSaved(await askedPath(context, question));
      if (opened === null) throw badRequest(refusalTexts.unknownPath(question.path));
      return opened;
    },
    'content.open': async ({ id, version, fetch }, signal) => {
      if (version === 'draft') return looking.openDraft(thingOf(journal, id));
      if (version !== null && !isUuid(version)) throw badRequest(contentTexts.noVersion(version));
      const wanted = version === null ? null : (version.toLowerCase() as VersionId);
      return looking.open({ thing: thingOf(journal, id), version: wanted, fetch, asked: { id, version } }, signal);
    },
    'content.read': async ({ content, at, count }) => {
      const { sizeBytes, read } = looking.handedOut.get(content);
      const chunks: Uint8Array[] = [];
      for await (const chunk of read(at, Math.min(sizeBytes, at + count))) chunks.push(keptBytes(chunk));
      return { base64: base64Of(chunks) };
    },
    'content.close': async ({ content }) => {
      looking.handedOut.close(content);
      return null;
    },
  };
}

function base64Of(chunks: readonly Uint8Array[]): string {
  // In chunks of a few thousand code points: more would exceed the limit for arguments of one call.
  const text = chunks.flatMap(chunk =>
    Array.from({ length: Math.ceil(chunk.byteLength / AT_ONCE) }, (_, part) =>
      String.fromCharCode(...chunk.subarray(part * AT_ONCE, (part + 1) * AT_ONCE)),
    ),
  );
  return btoa(text.join(''));
}

const AT_ONCE = 8192;
