import { fill } from '@foyer/contract/fill.ts'
import { pictures as t } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES, type OfficePageData, type OfficeShell } from '@foyer/contract/office/pages.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { Parts } from '../../form/form-sections.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import { ProveFirst } from '../../form/prove-first.tsx'
import type { OfficePages } from '../../page.ts'
import { scalePicture } from '../../scale-picture.ts'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { EventHead } from './event-head.tsx'

type Shown = OfficePageData['event_picture']['picture']
type Colour = OfficePageData['shop']['colour']
type Call = Extract<OfficeCallName, 'save_event_picture' | 'save_brand' | 'save_shop' | 'send_test_mail'>

const TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** A form that is always submitted as a page, because it, or the one beside it, uploads a file. */
function Posted({
  shell,
  call,
  what,
  eventId,
  removes = false,
  hasFile = true,
  children,
}: {
  shell: OfficeShell
  call: Call
  what?: string
  eventId?: number
  /** This form removes what the form before it saves; each shows its own failure. */
  removes?: boolean
  hasFile?: boolean
  children: ReactNode
}) {
  const { sent } = shell.failed ?? {}
  const isOurs = shell.failed?.call === call && (sent?.what ?? '') === (what ?? '') && Boolean(sent?.remove) === removes
  const failed = isOurs ? shell.failed : null
  return (
    <form
      method="post"
      encType={hasFile ? 'multipart/form-data' : undefined}
      action={shell.page_path}
      className="office-stack office-form"
    >
      {failed && (
        <Alert type="error" live>
          {failed.error}
        </Alert>
      )}
      <input type="hidden" name="call" value={call} />
      {call !== 'save_shop' && call !== 'send_test_mail' && <OrganiserId shell={shell} />}
      {what && <input type="hidden" name="what" value={what} />}
      {eventId && <input type="hidden" name="event_id" value={eventId} />}
      {children}
    </form>
  )
}

type PictureProps = {
  shell: OfficeShell
  call: Call
  what?: string
  eventId?: number
  picture: Shown
  /** A logo is described by its owner's name, so only other pictures have a description. */
  isLogo?: boolean
  saves: string
  removes: string
}

/** The current picture, a field for another one, and its description. */
function PictureForm({ shell, call, what, eventId, picture, isLogo = false, saves, removes }: PictureProps) {
  const [isScaled, setScaled] = useState(false)
  const sent = shell.failed?.call === call && (shell.failed.sent.what ?? '') === (what ?? '') ? shell.failed.sent : {}
  const same = { shell, call, ...(what && { what }), ...(eventId && { eventId }) }
  return (
    <>
      {picture ? (
        <figure className={isLogo ? 'office-picture office-logo' : 'office-picture'}>
          <img src={picture.src} alt={picture.alt} />
          <figcaption className="office-quiet">{isLogo ? t.now : picture.alt}</figcaption>
        </figure>
      ) : (
        <p className="office-quiet">{t.none}</p>
      )}
      <Posted {...same}>
        <TextField
          label={isLogo ? t.logo : t.file}
          hint={isLogo ? t['logo.hint'] : t['file.hint']}
          type="file"
          name="upload"
          accept={TYPES}
          required={picture === null}
          onChange={(event) => void scalePicture(event.currentTarget).then(setScaled)}
        />
        {isScaled && <p role="status">{t.scaled}</p>}
        {!isLogo && (
          <TextField
            label={t.alt}
            hint={t['alt.hint']}
            name="alt"
            maxLength={LIMITS.text.title}
            required
            defaultValue={sent.alt ?? picture?.alt ?? ''}
          />
        )}
        <Button type="submit">{saves}</Button>
      </Posted>
      {picture && (
        <Posted {...same} removes>
          <input type="hidden" name="remove" value="1" />
          <Button type="submit" variant="secondary" small>
            {removes}
          </Button>
        </Posted>
      )}
    </>
  )
}

const EVENT_WORDS = { saves: t.save, removes: t.remove }
const LOGO_WORDS = { saves: t['logo.save'], removes: t['logo.remove'] }

export function EventPicturePage({ data, shell }: { data: OfficePageData['event_picture']; shell: OfficeShell }) {
  const { event_id, picture } = data
  return (
    <>
      <EventHead event={data} shell={shell} here="picture" />
      <h2>{t.eventTitle}</h2>
      <p>{t['eventTitle.lead']}</p>
      <PictureForm shell={shell} picture={picture} {...EVENT_WORDS} call="save_event_picture" eventId={event_id} />
    </>
  )
}

export function BrandPage({ data, shell }: { data: OfficePageData['brand']; shell: OfficeShell }) {
  const { logo, cover, colour, may_change } = data
  return (
    <SettingsFrame>
      {may_change && <ProveFirst shell={shell} />}
      <h2>{t.logo}</h2>
      <PictureForm shell={shell} {...LOGO_WORDS} call="save_brand" what="logo" picture={logo} isLogo />
      <h2>{t.cover}</h2>
      <p>{t['cover.lead']}</p>
      <PictureForm shell={shell} {...EVENT_WORDS} call="save_brand" what="cover" picture={cover} />
      <h2>{t.accent}</h2>
      <p>{t['accent.lead']}</p>
      <ColourForm shell={shell} call="save_brand" colour={colour} />
    </SettingsFrame>
  )
}

export function ShopPage({ data, shell }: { data: OfficePageData['shop']; shell: OfficeShell }) {
  const { name, email, legal, logo, colour } = data
  return (
    <>
      <h1>{t['shop.title']}</h1>
      <p>{t['shop.lead']}</p>
      <ProveFirst shell={shell} />
      <Posted shell={shell} call="save_shop" what="names">
        <TextField label={t['shop.name']} name="name" defaultValue={name} maxLength={LIMITS.text.shopName} required />
        <TextField label={t['shop.email']} hint={t['shop.email.hint']} name="email" type="email" defaultValue={email} />
        <Button type="submit">{t['shop.save']}</Button>
      </Posted>
      <h2>{t['shop.mail']}</h2>
      <Posted shell={shell} call="send_test_mail" hasFile={false}>
        <p>{fill(t['shop.test.lead'], { email: shell.me?.email ?? '' })}</p>
        <Button type="submit" variant="secondary">
          {t['shop.test']}
        </Button>
      </Posted>
      <h2>{t['shop.legal']}</h2>
      <p>{t['shop.legal.lead']}</p>
      <Posted shell={shell} call="save_shop" what="legal" hasFile={false}>
        <Parts parts={legal} shell={shell} />
        <Button type="submit">{t['shop.legal.save']}</Button>
      </Posted>
      <p>
        <a href={OFFICE_PAGES.shop_texts.path}>{t['shop.texts']}</a>
      </p>
      <h2>{t.logo}</h2>
      <PictureForm shell={shell} {...LOGO_WORDS} call="save_shop" what="logo" picture={logo} isLogo />
      <h2>{t.accent}</h2>
      <p>{t['shop.accent.lead']}</p>
      <ColourForm shell={shell} call="save_shop" colour={colour} />
    </>
  )
}

function ColourForm({ shell, call, colour }: { shell: OfficeShell; call: 'save_brand' | 'save_shop'; colour: Colour }) {
  const { chosen, shades } = colour
  const isFailed = shell.failed?.call === call && shell.failed.sent.what === 'accent'
  return (
    <>
      {shades && (
        <dl className="office-shades">
          <Shade title={t['accent.light']} chosen={chosen} shade={shades.light} />
          <Shade title={t['accent.dark']} chosen={chosen} shade={shades.dark} />
        </dl>
      )}
      <Posted shell={shell} call={call} what="accent">
        <TextField
          label={t['accent.field']}
          hint={t['accent.hint']}
          name="accent"
          defaultValue={isFailed ? shell.failed?.sent.accent : chosen}
          maxLength={LIMITS.text.accent}
          short
        />
        <Button type="submit">{t['accent.save']}</Button>
      </Posted>
    </>
  )
}

type ShadeProps = {
  title: string
  chosen: string
  shade: NonNullable<Colour['shades']>['light']
}

/** A sample button in the colour, on the surface of its theme. It is an SVG, because the page's policy allows no inline styles. */
export function Shade({ title, chosen, shade }: ShadeProps) {
  const { accent, ink, ground, contrast, chosen_contrast } = shade
  const words =
    accent === chosen
      ? fill(t['accent.kept'], { colour: accent, contrast })
      : fill(t['accent.changed'], { colour: accent, chosen, was: chosen_contrast })
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <svg viewBox="0 0 160 64" width="160" height="64" aria-hidden="true">
          <rect width="160" height="64" rx="10" fill={ground} />
          <rect x="12" y="14" width="84" height="36" rx="10" fill={accent} />
          <path d="M28 32h52" stroke={ink} strokeWidth="5" strokeLinecap="round" />
          <path d="M108 32h40" stroke={accent} strokeWidth="5" strokeLinecap="round" />
        </svg>
        {words}
      </dd>
    </div>
  )
}

export const pages: Pick<OfficePages, 'event_picture' | 'brand' | 'shop'> = {
  event_picture: { title: ({ title }) => `${t.eventTitle} - ${title}`, Body: EventPicturePage },
  brand: { title: () => t['brand.title'], Body: BrandPage },
  shop: { title: () => t['shop.title'], Body: ShopPage },
}
