import { dropTexts } from '../../../../shared/features/drops/text.ts';
import type { MirrorInfo } from '../../../../shared/features/mirrors/model.ts';
import { desktop } from '../../../state/desktop.ts';
import type { FolderPlace } from '../../../state/navigation.ts';
import { offerCollection, offerToDrafts, useDropping } from './dropping.ts';
import { collectDropped } from './pick-files.ts';

/** What a drop would do, as an area that takes drops asks for it. */
export interface DropPlace {
  readonly title: string;
  readonly hint: string;
  /** Why nothing can be added; null when it can. */
  readonly refusal: string | null;
  readonly onDrop: (dropped: DataTransfer) => void;
}

/** Drops that go to a folder. `name` null: it is not known yet; an id is no name. */
export function folderTarget(place: FolderPlace, name: string | null, refusal: string | null): DropPlace {
  return {
    title: name === null ? dropTexts.overlayUnnamed : dropTexts.overlay(name),
    hint: dropTexts.overlayHint,
    refusal,
    onDrop: dropped => void offerCollection(place, collectDropped(dropped)),
  };
}

/** Drops where no folder is on show: they go to the person's drafts, after a question. */
export function draftsTarget(isReady: boolean): DropPlace {
  const { overlay, overlayHint, notReady } = dropTexts.drafts;
  return {
    title: overlay,
    hint: overlayHint,
    refusal: isReady ? null : notReady,
    onDrop: dropped => void offerToDrafts(collectDropped(dropped)),
  };
}

/** Why nothing can be added to a folder; null when it can. */
export function refusalOf(place: FolderPlace, mirrors: readonly MirrorInfo[]): string | null {
  if ('library' in place || 'list' in place) return dropTexts.noFolder;
  if ('base' in place) return place.base === null ? dropTexts.noFolder : null;
  return mirrors.find(({ id }) => id === place.mirror)?.mode === 'download' ? dropTexts.readOnly : null;
}

/** While bytes come through this page, a browser asks before it closes it. In the desktop app they do not. */
export function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent): void => {
    const { planning, adding } = useDropping.getState();
    if (planning > 0 || adding !== null) event.preventDefault();
  };
  if (desktop !== null) return () => undefined;
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
