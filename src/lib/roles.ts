/** Members' roles (product 4). */
export const roles = ['owner', 'manager', 'frontDesk', 'trainer', 'accountant'] as const
export type Role = (typeof roles)[number]
