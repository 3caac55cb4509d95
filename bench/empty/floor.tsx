import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'

function Page() {
  const { data } = useQuery({ queryKey: ['page'], queryFn: () => 'The floor' })
  return <h1>{data}</h1>
}

const router = createRouter({ routeTree: createRootRoute({ component: Page }) })
const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
