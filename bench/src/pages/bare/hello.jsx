import { createRoot } from 'react-dom/client'

const Hello = () => (
  <main>
    <h1>Hello</h1>
    <p>This page is React and nothing else.</p>
  </main>
)

createRoot(document.getElementById('root')).render(<Hello />)
