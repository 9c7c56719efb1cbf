import { useMemo } from 'react';

import type { TrailStep } from '../../../shared/features/browse/folder-model.ts';
import type { MirrorInfo } from '../../../shared/features/mirrors/model.ts';
import { browseTexts } from '../../../shared/features/browse/text.ts';
import { libraryTexts } from '../../../shared/features/library/text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { type FolderStanding, type FolderState, useFolders } from './stores/files.ts';
import { mirrorName, useMirrors } from '../../state/mirrors.ts';
import { type FolderPlace, placeKey, useNavigation } from '../../state/navigation.ts';

/** The place on show; with its mirror, when it is in one. */
export interface Shown {
  readonly place: FolderPlace;
  readonly key: string;
  readonly mirror: MirrorInfo | null;
}

/**
 * The place on show: the route's, or the first mirror's own when the route names none, or one that is gone; without a
 * mirror, all folders. Null before it is known what is mirrored.
 */
export function useShown(): Shown | null {
  const mirrors = useMirrors(state => state.value);
  const wanted = useNavigation(state => (state.route.screen === 'files' ? state.route.place : null));
  if (mirrors === null) return null;
  if (wanted !== null && !('mirror' in wanted)) return { place: wanted, key: placeKey(wanted), mirror: null };
  const mirror = mirrors.find(each => each.id === wanted?.mirror) ?? mirrors[0];
  if (mirror === undefined) return { place: { base: null }, key: placeKey({ base: null }), mirror: null };
  const place = { mirror: mirror.id, folder: wanted?.mirror === mirror.id ? wanted.folder : null };
  return { place, key: placeKey(place), mirror };
}

const UNREAD: FolderState = { view: null, fault: null };

/** What a step of the way to a place is called here. */
export function stepName({ place, name }: TrailStep): string {
  if ('list' in place) return browseTexts[place.list];
  if ('library' in place && place.library === null) return libraryTexts.place;
  return 'base' in place && place.base === null ? browseTexts.top : shownName(name);
}

/** What is known of a place. */
export function useFolder(key: string): FolderState {
  return useFolders(state => state.folders.get(key)) ?? UNREAD;
}

/** How a place stands; the same object for as long as nothing of that changed, however its list is scrolled. */
export function useStanding(view: FolderStanding | null): FolderStanding | null {
  const { head, folders, files, all } = view ?? NOTHING;
  return useMemo(() => (head === null ? null : { head, folders, files, all }), [head, folders, files, all]);
}

const NOTHING = { head: null, folders: 0, files: 0, all: 0 };

/** The name of the place on show; of a folder that was never read, the mirror's or what all folders together are called. */
export function placeLabel({ mirror, place }: Shown, view: FolderStanding | null): string {
  if ('list' in place) return browseTexts[place.list];
  const step = view?.head.trail.at(-1);
  if (step === undefined && 'library' in place) return libraryTexts.place;
  return step === undefined ? (mirror === null ? browseTexts.top : mirrorName(mirror)) : stepName(step);
}
