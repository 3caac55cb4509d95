import toast from 'react-hot-toast'
import { afterEach } from 'vitest'
import { policies } from '#entrance/policy.ts'
import { setPolicies } from '#web/use-may.ts'

// All files share the browser's storage: the user of the previous file must not leak into the next.
localStorage.clear()
sessionStorage.clear()

// As src/app/start.tsx does.
setPolicies(policies)

// A message from one test must not cover the controls of the next.
afterEach(() => toast.remove())
