import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The usual way: an empty page, then the script, then the data, then the content. */
function Events() {
  const [events, setEvents] = useState()
  useEffect(() => {
    void fetch('/data.json')
      .then((answer) => answer.json())
      .then(setEvents)
  }, [])
  return (
    <main>
      {events && <h1>Events</h1>}
      <ul>
        {events?.map(({ id, name, place }) => (
          <li key={id}>
            <h2>{name}</h2>
            <p>{place}</p>
          </li>
        ))}
      </ul>
    </main>
  )
}

createRoot(document.getElementById('root')).render(<Events />)
