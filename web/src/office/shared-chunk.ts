/**
 * Modules that most pages use. Importing them in the entry puts them into the first script; otherwise each would become a small
 * script of its own.
 */
import './form/form-sections.tsx'
import './day.tsx'
import './event-state.tsx'
import './form/form.tsx'
import './form/hidden-ids.tsx'
import './form/page-form.tsx'
import './form/plain-form.tsx'
import './pages/counter/opening-float.tsx'
import './pages/counter/print.tsx'
import './pages/event/event-head.tsx'
import './pages/order/order-form.tsx'
import './pages/order/order-state.tsx'
import './form/prove-first.tsx'
import './pages/settings/settings-frame.tsx'
import './roles.ts'
import '../ui/actions/button-link.tsx'
import '../ui/forms/copy-field.tsx'
import '@foyer/domain/office/rights.ts'
import './figures-table.tsx'
import './form/format-buttons.tsx'
