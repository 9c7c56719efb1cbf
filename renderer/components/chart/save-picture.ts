/** A picture as a file. */
export interface PictureFile {
  readonly name: string;
  readonly type: 'image/png' | 'image/svg+xml';
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Drawn at twice its size, so that it stays sharp on slides. */
const SCALE = 2;

/** An SVG drawing of our own as a file, as it is or as pixels. @throws Error when the browser cannot draw it. */
export async function pictureFile(svg: string, name: string, ending: 'png' | 'svg'): Promise<PictureFile> {
  if (ending === 'svg') return { name, type: 'image/svg+xml', bytes: new TextEncoder().encode(svg) };
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'));
    if (blob === null) throw new Error('The browser made no PNG');
    return { name, type: 'image/png', bytes: new Uint8Array(await blob.arrayBuffer()) };
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Gives a picture to the browser to save, as it saves downloads. */
export function savePicture({ name, type, bytes }: PictureFile): void {
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
