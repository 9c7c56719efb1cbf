import {
  AudioWaveform,
  Braces,
  File,
  FileArchive,
  FileText,
  Folder,
  Image,
  type LucideIcon,
  Table2,
} from 'lucide-react';

import styles from './item-icon.module.css';

/** A kind of file: its picture, and the colour of the kind. */
type Look = readonly [icon: LucideIcon, kind: string];

/** What lies on a bench, by the end of its name. */
const BY_EXTENSION: { readonly [extension: string]: Look } = {
  ...named([FileText, 'text'], 'md txt log rtf doc docx odt pdf tex msg eml'),
  ...named([Table2, 'table'], 'csv tsv xlsx xls ods parquet'),
  ...named([Image, 'picture'], 'png jpg jpeg gif tif tiff svg webp bmp czi nd2 lif dcm'),
  ...named([Braces, 'code'], 'json yaml yml xml toml html py r ipynb m sh js ts'),
  ...named([AudioWaveform, 'signal'], 'ab1 fcs raw mzml d wiff abf spc cdf jdx dx scn trc h5'),
  ...named([FileArchive, 'archive'], 'zip gz tar bz2 xz 7z'),
};
const OTHER: Look = [File, 'file'];

interface ItemIconProps {
  readonly kind: 'file' | 'folder';
  readonly name: string;
  /** In pixels. */
  readonly size?: number;
}

/** A folder, or a file by its kind. Only a picture. */
export function ItemIcon({ kind, name, size = 17 }: ItemIconProps) {
  // A large picture with lines as strong as those of a small one looks heavy.
  const strokeWidth = size > 24 ? 1.1 : 1.6;
  if (kind === 'folder')
    return <Folder className={styles['folder']} size={size} strokeWidth={strokeWidth} aria-hidden="true" />;
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const [Icon, look] = (Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined) ?? OTHER;
  return <Icon className={styles[look]} size={size} strokeWidth={strokeWidth} aria-hidden="true" />;
}

function named(look: Look, extensions: string): { readonly [extension: string]: Look } {
  return Object.fromEntries(extensions.split(' ').map(extension => [extension, look]));
}
