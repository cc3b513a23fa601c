#include <curl/curl.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

// Swift cannot call variadic functions: one wrapper for each type of argument.

static inline CURLcode curl_easy_setopt_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_setopt_string(CURL *easy, CURLoption option, const char *_Nullable value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_setopt_pointer(CURL *easy, CURLoption option, void *_Nullable value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_setopt_list(CURL *easy, CURLoption option, struct curl_slist *_Nullable value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_setopt_write(CURL *easy, CURLoption option, curl_write_callback value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_setopt_prereq(CURL *easy, curl_prereq_callback value) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLcode curl_easy_setopt_opensocket(CURL *easy, curl_opensocket_callback value) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline CURLcode curl_easy_setopt_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_getinfo_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode curl_easy_getinfo_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode curl_easy_getinfo_pointer(CURL *easy, CURLINFO info, void *_Nullable *_Nonnull value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode curl_multi_setopt_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

// Of the libcurl that is loaded, which may be newer or older than these headers.

static inline curl_version_info_data *curl_loaded_version(void) { return curl_version_info(CURLVERSION_NOW); }

static inline int curl_has_http3(const curl_version_info_data *version) {
  return (version->features & CURL_VERSION_HTTP3) != 0;
}

// The network thread's name and wake-up: one is variadic, the other's header is not in Swift's Glibc module.

static inline void curl_thread_name(const char *name) { prctl(PR_SET_NAME, name); }

static inline int curl_wake_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static inline void curl_wake_write(int descriptor) { eventfd_write(descriptor, 1); }

static inline void curl_wake_read(int descriptor) {
  eventfd_t count;
  eventfd_read(descriptor, &count);
}
