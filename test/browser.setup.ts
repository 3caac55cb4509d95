import toast from 'react-hot-toast'
import { afterEach } from 'vitest'
import { policies } from '#entrance/policy.ts'
import { setPolicies } from '#web/use-may.ts'

// All files share the browser's storage: who the file before signed in as must not be who the next one reads.
localStorage.clear()
sessionStorage.clear()

// As src/app/start.tsx does.
setPolicies(policies)

// What one test said must not lie over the controls of the next.
afterEach(() => toast.remove())
