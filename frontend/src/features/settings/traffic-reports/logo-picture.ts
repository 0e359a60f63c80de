/** Pixels that a head of a page shows; more only make it large. */
const LOGO = { width: 480, height: 128 } as const;

/** A picture as a PNG that is small enough, in base64. @throws where the browser cannot read it */
export async function logoFrom(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LOGO.width / picture.width, LOGO.height / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}
