// Parts of the lists page below its head, loaded as one chunk.
export { ListsCard } from '../../entities/client-list/lists-card.tsx';
