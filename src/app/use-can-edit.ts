import { useRoot } from './state.ts'

/** Whether the member's role changes batches and sessions (product 4); the server decides anyway. */
export function useCanEdit(): boolean {
  const role = useRoot((state) => state.auth.roles)
  return role === null || role === 'owner' || role === 'manager'
}

/** Whether the member's role takes money, gives it back and sends bills (product 4); the server decides anyway. */
export function useCanSell(): boolean {
  const role = useRoot((state) => state.auth.roles)
  return role === null || role === 'owner' || role === 'manager' || role === 'frontDesk'
}
