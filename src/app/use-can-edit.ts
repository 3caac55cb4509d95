import { useRoot } from './state.ts'

/** Whether the member's role changes batches and sessions (product 4); the server decides anyway. */
export function useCanEdit(): boolean {
  const role = useRoot((state) => state.auth.roles)
  return role === null || role === 'owner' || role === 'manager'
}
