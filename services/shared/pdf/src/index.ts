export { columnChart } from './charts/columns.ts';
export { legend } from './charts/frame.ts';
export { percentChart } from './charts/lines.ts';
export { type Ranked, ranking } from './charts/ranking.ts';
export { type Picture, type PictureRefusal, PictureRefused, readPicture } from './sheet/picture.ts';
export { INK, PAGE, renderPdf, type Sheet } from './sheet/sheet.ts';
