import type { chatFileCalls } from '../../../../shared/features/chat/files-contract.ts';
import type { Handlers } from '../../../../shared/contract.ts';
import { isUuid, type ServiceId } from '../../../../shared/ids.ts';
import type { Browsing } from '../../../remote/browse/browsing.ts';
import type { Uploads } from '../send/uploads.ts';
import type { ContentViews } from '../../../items/content/content-views.ts';
import type { CopySaver } from '../../../items/local/save-copy.ts';
import type { PinnedFiles } from '../../../items/pinned/pinned.ts';
import { thingOf } from '../../../items/resolve-id.ts';
import type { AppContext } from '../../../items/app-context.ts';
import { sharedIdOf } from '../../sharing/shared-item.ts';
import { findMentionable } from './mention.ts';
import { openAttachment } from './attachment.ts';
import { Origins } from './origins.ts';
import { downloadAttachment, keepAttachment, saveAttachment } from './save-attachment.ts';
import { saveView } from './attachment-views.ts';
import { commitCopy, listWorkingCopies, startWorkingCopy, WorkingCopyRecords } from './working-copies.ts';

/** What the handlers for files of conversations need. */
interface Deps {
  readonly uploads: Uploads;
  readonly looking: ContentViews;
  readonly copies: CopySaver;
  readonly kept: PinnedFiles;
  readonly findHere: Handlers['search.here'];
  readonly browsing: Pick<Browsing, 'check'>;
}

type Section = Exclude<keyof typeof chatFileCalls, 'chat.attach' | 'chat.uploads' | 'chat.detach'>;

/** Files that come out of conversations, and files saved to them. */
export function chatFileHandlers(
  context: AppContext,
  { uploads, looking, copies, kept, findHere, browsing }: Deps,
): Pick<Handlers, Section> {
  const { journal } = context;
  return {
    'chat.openAttachment': (input, signal) => openAttachment(context, looking, input, signal),
    'chat.saveAttachment': async input => {
      const saved = await saveAttachment(context, uploads, input);
      // The folder is listed again, so that the file appears in it.
      const folder = 'base' in input.to ? (input.to.base?.toLowerCase() ?? '') : '';
      if (isUuid(folder)) await browsing.check(folder as ServiceId, { isAsked: true });
      return saved;
    },
    'chat.downloadAttachment': input => downloadAttachment(context, copies, input),
    'chat.keepAttachment': input => keepAttachment(context, kept, input),
    'chat.origin': async ({ id }) => {
      const file = isUuid(id) ? id : sharedIdOf(thingOf(journal, id));
      return new Origins(journal.facts).of(file);
    },
    'chat.saveView': input => saveView(context, input),
    'chat.startWorkingCopy': input => startWorkingCopy(context, input),
    'chat.workingCopies': input => listWorkingCopies(context, input),
    'chat.commitWorkingCopy': async input => {
      try {
        return await context.engine.exclusively(() => commitCopy(context, input));
      } finally {
        context.changed();
        context.checkNow();
      }
    },
    'chat.forgetWorkingCopy': async ({ copy }) => {
      new WorkingCopyRecords(journal.facts).remove(copy);
      context.changed();
      return null;
    },
    'chat.mention': input => findMentionable(context, findHere, input),
  };
}
