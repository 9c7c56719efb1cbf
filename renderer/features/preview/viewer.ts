import type { PictureFile } from '../../components/chart/save-picture.ts';

/** A file that a viewer shows, as it was when it was opened. */
export interface ViewedFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Where its bytes are, for pictures that the browser draws itself. */
  readonly address: string;
  /** Bytes from one up to, not with, another. @throws FaultError when the file changed. */
  read(range: readonly [number, number], signal: AbortSignal): Promise<Uint8Array>;
}

/** What every viewer gets. */
export interface ViewerProps {
  readonly file: ViewedFile;
  /** It cannot be shown, for a reason in words for people. */
  readonly onTrouble: (sentence: string) => void;
  /** Shows it with another viewer instead. */
  readonly onShowAs: (kind: 'text' | 'code' | 'markdown' | 'tree') => void;
  /** Asks for the task that a table of it, as it is on show, is saved to. */
  readonly onSaveView: (view: ShownTable) => void;
  /** Asks for the task that a picture of it is saved to. */
  readonly onSavePicture: (picture: PictureFile) => void;
}

/** A table as it is on show. */
export interface ShownTable {
  /** Null: it is too large to be saved. */
  readonly csv: string | null;
  /** Only the beginning of the file was read. */
  readonly isPart: boolean;
}
