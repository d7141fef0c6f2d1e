export CAPTCHA=off PORT=4177 DATA_DIR=/tmp/hprof/data SEED=small SECRET_KEYS=k1:$(openssl rand -base64 32) DATABASE_URL=$TEST_DATABASE_URL LOG_LEVEL=warn RATE_LIMIT=off
node --max-semi-space-size=64 --cpu-prof --cpu-prof-interval 200 --cpu-prof-dir=/tmp/hprof --import tsx src/server/main.ts > /tmp/hprof/out 2>&1 &
pid=$!
for i in $(seq 1 120); do curl -s -o /dev/null localhost:4177/api/rounds/health && break; sleep 1; done
sleep 1; tail -3 /tmp/hprof/out
node --import tsx zz.mts
kill -TERM $pid; wait $pid
