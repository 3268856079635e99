import css from './lobby.module.css'

/** Decoration: the front of a theatre, with open doors and light on the pavement. */
export function Lobby({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 440 320" width={440} height={320} aria-hidden="true">
      <path className={css.far} d="M20 290V130a66 66 0 0 1 132 0v160Zm268 0V130a66 66 0 0 1 132 0v160Z" />
      <path className={css.near} d="M42 290V134a44 44 0 0 1 88 0v156Zm268 0V134a44 44 0 0 1 88 0v156Z" />
      <path className={css.wall} d="M120 290V116a100 100 0 0 1 200 0v174Z" />
      <path className={css.light} d="M150 290V118a70 70 0 0 1 140 0v172l58 30H92Z" />
      <path
        className={css.door}
        d="M150 290V118a70 70 0 0 1 32-58.700v246.700Zm140 0V118a70 70 0 0 0-32-58.700v246.700Z"
      />
      <circle className={css.knob} cx="174" cy="196" r="4" />
      <circle className={css.knob} cx="266" cy="196" r="4" />
    </svg>
  )
}
