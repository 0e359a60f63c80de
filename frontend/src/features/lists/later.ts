// What the page of lists shows by itself after its head, in one file.
export { ListsCard } from '../../entities/client-list/lists-card.tsx';
