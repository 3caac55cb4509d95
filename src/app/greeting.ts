/** Hours 0–11 Morning, 12–17 Afternoon, 18–23 Evening, by the device's clock (product 2.16). */
export function greetingOf(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}
