// Words that people use for the same thing when they write about software. A prompt rarely repeats the words of a lesson:
// it says "heap" where the lesson says "memory". A related word counts less than the word itself.

/** Each line is a group. A word may be in several. */
export const relatedWords: readonly string[] = `
auth authentication authenticate login signin oauth sso oidc session jwt password
permission access role acl authorization privilege scope
cors origin preflight
proxy nginx ingress gateway
database db sql postgres sqlite mysql table
query select join scan
migration migrate schema alembic prisma ddl
transaction commit rollback isolation
deploy deployment release rollout ship publish production
ci pipeline workflow actions runner
build compile bundle
test testing spec pytest vitest jest e2e playwright coverage
flaky race intermittent unstable nondeterministic
concurrency deadlock lock mutex parallel simultaneous
hang freeze stall block stuck wait starve
config configuration setting option env environment variable flag parameter
error exception traceback failure
crash panic abort segfault die kill oom
restart reboot reset boot
slow slower performance latency speed fast faster optimize
timeout deadline expire expiry ttl
memory heap leak ram oom
cpu processor load
cache caching redis memoize invalidate stale outdated
queue job worker consumer background async
retry backoff redeliver resend attempt
duplicate duplicated twice double doubled dedupe idempotent repeat repeated
delete remove erase erasure drop purge wipe prune
missing lost lose vanish disappear gone absent
api endpoint route rest graphql handler
websocket socket realtime sse stream streaming
connection connect reconnect disconnect keepalive network
frontend ui component react vue svelte page screen view
style css tailwind theme layout color colour
form field input validation validate
modal dialog drawer popup
type types typescript typing mypy tsc
lint linter eslint ruff biome format formatter
docker container image pod compose
kubernetes k8s helm cluster pod node
certificate cert tls ssl https mtls
secret credential token key password
encrypt decrypt sign signature signing hash
timezone zone dst utc datetime timestamp date clock
schedule cron timer periodic nightly
parse parser decode deserialize
serialize encode json format
encoding charset utf umlaut unicode character
upload download attachment file
export csv excel xlsx report
import ingest load
dependency package version upgrade lockfile library
hook event callback listener webhook
mail email newsletter postmark smtp
message notification push sms alert
alert alarm pager oncall incident
log logging logs trace tracing
metric metrics monitoring dashboard grafana prometheus panel
money amount currency price fare cost
payment charge refund stripe invoice billing
tax vat
customer client user account
booking reservation reserve hold
search find lookup index
sort order ranking
page pagination paging cursor offset
translation translate language locale i18n l10n
plural singular
number numeric digit decimal float integer
round rounding precision
phone mobile android ios app tablet
picture image photo thumbnail
print printer pdf receipt
backup restore recovery snapshot
rollback revert undo
branch merge rebase git
limit quota throttle cap maximum
permission denied forbidden refused rejected reject
privacy gdpr personal erasure
train training model inference
evaluate evaluation metric score
sensor reading measurement probe
firmware device board
power battery energy consumption
memory storage disk space volume
hardware cpu gpu driver
simulate simulation simulator mock fake stub
seed fixture factory
setup install provision bootstrap
start startup boot launch
stop shutdown terminate sigterm
wrong incorrect garbled corrupt garbage broken
empty blank null none undefined nan
old older legacy previous former
401 403 unauthorized unauthorised forbidden denied permission
404 missing
413 size limit upload
429 throttle rate limit
500 exception crash
502 503 504 gateway upstream timeout
year yearly annual annually
length duration size
sound audio volume loud loudness
statistic stats analytics dashboard counter count
bill billing invoice cost
aws s3 bucket cloudfront lambda ec2
gcp gcs bigquery
azure blob
synchronise synchronize sync drift skew
ad ads advert advertisement advertising campaign
subscriber subscription subscribe member membership plan
screen display
refresh reload
lag delay late replica replication
overwrite conflict concurrent stale
domain dns cname subdomain hostname
map geo location gps position
address street city country
search catalogue catalog
stock inventory warehouse
delivery shipping parcel shipment
discount coupon voucher promo
approve approval review reviewer
archive history audit
comment review feedback rating
keyboard shortcut focus accessibility aria
barcode qr scan scanner
spam bounce deliverability
bot crawler scraper
tenant organisation organization workspace company
corporate company office firewall proxy
offline wifi disconnected outbox
silence silent pause quiet
expensive cost bill cheap
often frequency frequent
closed deleted deactivated
letter document pdf
white blank empty
random sporadic intermittent occasional flaky
logout login session token auth
linux ubuntu debian fedora deb appimage wayland
mac macos osx darwin apple
windows win32 exe msi nsis
nas network drive share smb nfs
corrupt malformed damaged invalid broken
vacuum compact shrink bloat
cpu hot heat fan idle
slow lag laggy sluggish janky
coworker colleague teammate
undo ctrlz revert
copy paste clipboard
kick remove member revoke
typecheck typescript tsc types
`
  .trim()
  .split('\n');
